import type { Output } from './progress.ts'
import { oneLine } from './text.ts'

/** What the parser of GitHub's runner wants escaped in a message; a property wants two more. */
function escaped(text: string): string {
  return oneLine(text, 1_000).replaceAll('%', '%25')
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** What GitHub's runner shows as an annotation: a line of the log. */
export function annotation(kind: 'error' | 'warning', title: string, message: string): string {
  return `::${kind} title=${escapedProperty(title)}::${escaped(message)}\n`
}

/** On GitHub Actions: an error in the log of the job. Nothing anywhere else. */
export function annotate(title: string, message: string, env: NodeJS.ProcessEnv, stream: Output): void {
  if (env.GITHUB_ACTIONS !== 'true') return
  stream.write(annotation('error', title, message))
}
