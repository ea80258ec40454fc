import { serviceRequirements } from '../../../contract/index.ts'
import { exchange } from '../exchanges.ts'
import { adviceReport, requirement, run } from '../samples.ts'

const attack =
  '<img src=x onerror="window.executed=1"><script>window.executed=2</script></script></style></title>' +
  '<a href="javascript:window.executed=3">x</a><!--\' onmouseover=window.executed=4 "><iframe src="http://example.com/">\u202e\u0000'

const telling = exchange({
  requirement: 'TOKEN-3',
  request: { url: `http://127.0.0.1:9000/${encodeURIComponent(attack)}?x=${attack}`, body: attack },
  response: { body: attack, headers: { 'content-type': [attack], 'x-any': [attack] } },
})

/** A run in which every text that a service or its operator can choose tries to break out of the page. */
export const attackedRun = run(
  serviceRequirements.slice(0, 20).map(({ id, level, source }) =>
    requirement({
      id,
      level,
      source,
      title: attack,
      verdict: id === 'AUTHZ-1' ? 'inconclusive' : 'fail',
      reason: attack,
      needs: [attack],
      violations: [
        {
          case: attack,
          expected: attack,
          received: attack,
          exchanges: [telling],
          curl: [attack],
          counterexample: { value: attack, seed: 1, path: attack, replay: attack, curl: [attack] },
        },
      ],
    }),
  ),
  {
    problem: attack,
    advice: {
      ...adviceReport({ advised: ['framing'], seen: attack, isDeep: false }),
      refusals: [{ requirement: 'TOKEN-3', grant: attack, answers: [attack] }],
    },
    observations: [{ requirement: 'TOKEN-14', name: attack, value: attack }],
    exchanges: [telling, exchange({ id: 2, request: { method: attack, body: attack } })],
  },
)
