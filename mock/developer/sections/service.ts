import { html } from 'hono/html'
import { faults } from '../../faults/index.ts'
import { type SwitchKind, switchKinds } from '../../switches.ts'
import { variants } from '../../variants/index.ts'
import { code, form, type Markup, moment, section, table } from '../markup.ts'
import { describedAnswers, nextAnswers } from '../next-answers.ts'
import type { DeveloperState } from '../state.ts'

const choices = { fault: faults, variant: variants }

/** What the service's clock reads, and how to move it. */
export function clock(state: DeveloperState): Markup {
  const seconds = html`<label>Seconds <input name="seconds" type="number" min="1" value="3600" required></label>`
  return section(
    'clock',
    'Clock',
    html`<p>The service reads ${moment(state.controls.mock.clock.now())} (UTC). Codes and tokens grow older as it moves on.</p>
${form(state, 'advance-clock', 'Move the clock forward', {}, seconds)}`,
  )
}

/** Which faults and variants are on, and how to switch them. */
export function switches(state: DeveloperState): Markup {
  return section(
    'switches',
    'Faults and variants',
    html`<p>A fault makes the service wrong in one place, a variant makes it right in an unusual way.</p>
${switchKinds.map((kind) => html`${switchedOn(state, kind)}${switchingOn(state, kind)}`)}`,
  )
}

/** Which answers wait for a request, and how to prepare one. */
export function answers(state: DeveloperState): Markup {
  const rows = state.controls.answers.waiting.map(({ status, afterMs, path }) => [
    afterMs === undefined ? String(status) : 'silence',
    path === undefined ? 'any' : code(String(path)),
  ])
  const inputs = html`<label>Answer <select name="answer">${nextAnswers.map(
    (answer) => html`<option value="${answer}">${describedAnswers[answer]}</option>`,
  )}</select></label>
<label>Path, or nothing for any <input name="path" placeholder="/oauth2/token" autocomplete="off"></label>`
  return section(
    'answers',
    'Next answer',
    html`<p>Each is given once, in place of the service's own: the service does nothing with that request.</p>
${table('Answers that wait for a request', ['Answer', 'Path'], rows)}
${form(state, 'answer-next', 'Answer the next request so', {}, inputs)}`,
  )
}

function switchedOn(state: DeveloperState, kind: SwitchKind): Markup {
  const rows = state.controls.switches
    .on(kind)
    .map(({ id, description }) => [
      code(id),
      description,
      form(state, 'switch-off', `Switch off ${id}`, { kind, id }),
    ])
  return table(
    `${kind === 'fault' ? 'Faults' : 'Variants'} that are on`,
    ['Id', 'What it does', 'Action'],
    rows,
  )
}

function switchingOn(state: DeveloperState, kind: SwitchKind): Markup {
  const list = `${kind}s`
  const options = choices[kind].map(
    ({ id, description }) => html`<option value="${id}">${description}</option>`,
  )
  const input = html`<label>Id of a ${kind} <input name="id" list="${list}" autocomplete="off" required></label>
<datalist id="${list}">${options}</datalist>`
  return form(state, 'switch-on', `Switch on the ${kind}`, { kind }, input)
}
