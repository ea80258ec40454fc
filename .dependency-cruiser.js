/**
 * Who may import from whom: `npx depcruise .` names each trespass, and `npm test` fails with it.
 *
 * The mock is one more target, reached over HTTP: what it shares with the suites is the contract alone.
 */

const belowHarness = ['contract', 'generators', 'client', 'advice']
const belowReports = [...belowHarness, 'harness', 'suites']
const belowPrograms = [...belowReports, 'reports', 'proof', 'certificate', 'mock', 'partner']

/** By the folder they are in: the rooms, and the rooms or files beside each from which it may import. */
const rooms = {
  '': {
    contract: [],
    generators: ['contract'],
    mock: ['contract'],
    client: ['contract'],
    advice: ['contract', 'client'],
    harness: [...belowHarness, 'mock/server.ts'],
    suites: [...belowHarness, 'harness/authoring', 'harness/rules', 'harness/engine'],
    reports: belowReports,
    partner: [...belowHarness, 'mock', 'harness', 'suites/support'],
    proof: [...belowReports, 'reports', 'mock', 'partner', 'examples'],
    certificate: [...belowReports, 'reports', 'proof', 'partner/recording'],
    vitest: [...belowReports, 'reports'],
    cli: belowPrograms,
    bench: belowPrograms,
    examples: ['contract'],
  },
  'client/': {
    secrets: [],
    http: ['secrets'],
    environment: ['secrets', 'http'],
    login: ['secrets', 'http', 'environment'],
    oauth: ['secrets', 'http', 'environment', 'login'],
    donations: ['secrets', 'http', 'environment', 'login', 'oauth'],
  },
  'harness/': {
    model: [],
    causes: ['model'],
    rules: ['model', 'causes'],
    session: ['model', 'causes', 'rules'],
    preflight: ['model', 'rules', 'session'],
    authoring: ['model', 'rules', 'session'],
    engine: ['model', 'causes', 'rules', 'session', 'authoring'],
  },
  'partner/': {
    application: ['environment'],
    browser: [],
    environment: [],
    service: ['environment'],
    session: ['application', 'browser', 'environment', 'service'],
    requirements: ['browser', 'service', 'session'],
    recording: ['service', 'requirements'],
    engine: ['application', 'browser', 'environment', 'service', 'session', 'requirements'],
  },
  'suites/': {
    support: [],
    axes: ['support'],
    oauth: ['support', 'axes'],
    donation: ['support', 'axes'],
    general: ['support', 'axes'],
  },
}

const rule = (name, from, to) => ({ name, severity: 'error', from, to })

/** A room imports from itself and from those that its line names; packages are no matter of rooms. */
const roomRule = (folder, room, others) =>
  rule(
    `${folder}${room}`,
    { path: `^${folder}${room}/` },
    {
      path: `^${folder}`,
      pathNot: `^${folder}(${[room, ...others].join('|')})(/|$)`,
      dependencyTypes: ['local'],
    },
  )

export default {
  forbidden: [
    ...Object.entries(rooms).flatMap(([folder, inside]) =>
      Object.entries(inside).map(([room, others]) => roomRule(folder, room, others)),
    ),
    rule(
      'one door to the mock',
      { path: '^harness/', pathNot: '^harness/session/open-target.ts$' },
      { path: '^mock/' },
    ),
    rule(
      'one door to the engine',
      { path: '^suites/', pathNot: '^suites/worker.ts$' },
      { path: '^harness/engine/' },
    ),
    rule(
      'a folder without a line above',
      { path: '/', pathNot: `^(${[...Object.keys(rooms['']), 'tests'].join('|')})/` },
      { dependencyTypes: ['local'] },
    ),
    rule('no circles', {}, { circular: true }),
  ],
  options: {
    // Type imports count too. The compiler would leave them out, and TypeScript 7 cannot be asked by other programs.
    parser: 'swc',
    doNotFollow: 'node_modules',
    exclude: '(^|/)(dist|node_modules|[.]stryker-tmp)/',
  },
}
