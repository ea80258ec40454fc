import { z } from 'zod'

// Written after in-toto's specification alone (attestation spec v1: statement, resource descriptor, digest set; predicate
// test-result v0.1), for there is no published JSON Schema of it.

const digestSet = z
  .record(z.string().regex(/^[A-Za-z0-9_]+$/), z.string().regex(/^[0-9a-f]+$/))
  .refine((set) => Object.keys(set).length > 0, { error: 'is empty' })

const resourceDescriptor = z
  .object({
    name: z.string().optional(),
    uri: z.url().optional(),
    digest: digestSet.optional(),
    content: z.base64().optional(),
    downloadLocation: z.url().optional(),
    mediaType: z.string().optional(),
    annotations: z.record(z.string(), z.unknown()).optional(),
  })
  .refine(({ uri, digest, content }) => uri ?? digest ?? content, {
    error: 'has none of uri, digest, content',
  })

/** An in-toto Statement v1 about the result of tests. */
export const testResultStatement = z.object({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z.array(z.intersection(resourceDescriptor, z.object({ digest: digestSet }))).min(1),
  predicateType: z.literal('https://in-toto.io/attestation/test-result/v0.1'),
  predicate: z.looseObject({
    result: z.enum(['PASSED', 'WARNED', 'FAILED']),
    configuration: z.array(resourceDescriptor),
    url: z.url().optional(),
    passedTests: z.array(z.string()).optional(),
    warnedTests: z.array(z.string()).optional(),
    failedTests: z.array(z.string()).optional(),
  }),
})
