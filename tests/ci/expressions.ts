import { data, Evaluator, Lexer, Parser } from '@actions/expressions'
import { truthy } from '@actions/expressions/result'

/** What an expression may refer to, by name: `inputs`, `steps`, `github`. */
export type Contexts = Readonly<Record<string, object>>

/** The value of a GitHub expression, without its `${{ }}`, by GitHub's own library. */
function evaluate(expression: string, contexts: Contexts, succeeds: boolean): data.ExpressionData {
  const functions = Object.entries({ always: true, success: succeeds, failure: !succeeds }).map(
    ([name, value]) => ({ name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(value) }),
  )
  const { tokens } = new Lexer(expression).lex()
  const parsed = new Parser(tokens, Object.keys(contexts), functions).parse()
  const context: unknown = JSON.parse(JSON.stringify(contexts), data.reviver)
  if (!(context instanceof data.Dictionary)) throw new Error('contexts are an object')
  return new Evaluator(parsed, context, new Map(functions.map((one) => [one.name, one]))).evaluate()
}

/** Whether a step runs: by its condition, which wants success where it says nothing of the job's status. */
export function isDue(condition: string | undefined, contexts: Contexts, succeeds: boolean): boolean {
  if (condition === undefined) return succeeds
  const asksForStatus = /\b(always|success|failure)\(\)/.test(condition)
  return (asksForStatus || succeeds) && truthy(evaluate(condition, contexts, succeeds))
}

/** A text of an action with the values of its expressions. */
export function filledIn(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluate(expression, contexts, true).coerceString(),
  )
}
