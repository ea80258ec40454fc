import { family } from '../../../harness/authoring/index.ts'
import { pledged1 } from './pledged-1.ts'
import { pledged2 } from './pledged-2.ts'
import { pledged3 } from './pledged-3.ts'
import { pledged4 } from './pledged-4.ts'
import { pledged5 } from './pledged-5.ts'
import { pledged6 } from './pledged-6.ts'

/** PLEDGED: the fields that an update may hold only while the donation is pledged. */
export const pledged = family('PLEDGED', [pledged1, pledged2, pledged3, pledged4, pledged5, pledged6])
