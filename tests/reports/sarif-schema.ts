/*
 * A JSON schema of the objects of SARIF 2.1.0 that the suite writes, after the text of the standard: Static Analysis
 * Results Interchange Format (SARIF) Version 2.1.0 Plus Errata 01, OASIS, 28 August 2023,
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html.
 * Each object names its section. What is not listed is not allowed, so that nothing is written which nobody looked up.
 */

const ref = (name: string) => ({ $ref: `#/definitions/${name}` })
const text = { type: 'string' }
const listOf = (name: string) => ({ type: 'array', items: ref(name) })
/** Of these the standard wants each but once. */
const setOf = (name: string) => ({ ...listOf(name), uniqueItems: true })
const texts = { type: 'object', additionalProperties: text }
const dateTime = { type: 'string', format: 'date-time', pattern: 'Z$' }

const object = (properties: Readonly<Record<string, object>>, ...required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const level = { enum: ['none', 'note', 'warning', 'error'] }

export const sarifSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  // 3.13
  ...object(
    { $schema: { type: 'string', format: 'uri' }, version: { const: '2.1.0' }, runs: listOf('run') },
    'version',
    'runs',
  ),
  definitions: {
    // 3.14
    run: object(
      {
        tool: object({ driver: ref('toolComponent') }, 'driver'), // 3.18
        automationDetails: object({ id: text }), // 3.17
        invocations: listOf('invocation'),
        results: listOf('result'),
        properties: { type: 'object' }, // 3.8
      },
      'tool',
    ),
    // 3.19
    toolComponent: object({ name: text, semanticVersion: text, rules: setOf('reportingDescriptor') }, 'name'),
    // 3.49
    reportingDescriptor: object(
      {
        id: text,
        shortDescription: ref('multiformatMessageString'),
        fullDescription: ref('multiformatMessageString'),
        help: ref('multiformatMessageString'),
        defaultConfiguration: object({ level }), // 3.50
      },
      'id',
    ),
    // 3.12
    multiformatMessageString: object({ text }, 'text'),
    // 3.11
    message: object({ text }, 'text'),
    // 3.20
    invocation: object(
      {
        executionSuccessful: { type: 'boolean' },
        startTimeUtc: dateTime,
        endTimeUtc: dateTime,
        toolConfigurationNotifications: listOf('notification'),
        toolExecutionNotifications: listOf('notification'),
      },
      'executionSuccessful',
    ),
    // 3.58
    notification: object(
      { message: ref('message'), level, associatedRule: object({ id: text }, 'id') },
      'message',
    ),
    // 3.27
    result: object(
      {
        ruleId: text,
        ruleIndex: { type: 'integer', minimum: -1 },
        level,
        message: ref('message'),
        locations: listOf('location'),
        occurrenceCount: { type: 'integer', minimum: 1 },
        partialFingerprints: texts,
        suppressions: setOf('suppression'),
        webRequest: ref('webRequest'),
        webResponse: ref('webResponse'),
      },
      'message',
    ),
    // 3.28
    location: object({ physicalLocation: ref('physicalLocation') }),
    // 3.29, 3.4
    physicalLocation: object(
      { artifactLocation: object({ uri: { type: 'string', format: 'uri-reference' } }, 'uri') },
      'artifactLocation',
    ),
    // 3.35
    suppression: object({ kind: { enum: ['inSource', 'external'] }, justification: text }, 'kind'),
    // 3.46
    webRequest: object({
      protocol: text,
      method: text,
      target: text,
      headers: texts,
      body: ref('artifactContent'),
    }),
    // 3.47
    webResponse: object({
      protocol: text,
      statusCode: { type: 'integer' },
      reasonPhrase: text,
      headers: texts,
      body: ref('artifactContent'),
      noResponseReceived: { type: 'boolean' },
    }),
    // 3.3
    artifactContent: object({ text }, 'text'),
  },
}
