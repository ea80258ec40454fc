import { family } from '../../../harness/authoring/index.ts'
import { org1 } from './org-1.ts'
import { org2 } from './org-2.ts'
import { org3 } from './org-3.ts'
import { org4 } from './org-4.ts'
import { org5 } from './org-5.ts'
import { org6 } from './org-6.ts'

/** The organizations that a user owns, as token responses and the API name them. */
export const org = family('ORG', [org1, org2, org3, org4, org5, org6])
