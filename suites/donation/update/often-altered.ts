import type { UpdateBody } from '../../support/bodies.ts'

/**
 * Values that services are known to alter when they store them: to improve their letter case, or to cut them.
 */
export const OFTEN_ALTERED: Readonly<Record<string, UpdateBody>> = {
  'an email with capitals': { donor_email: 'Grace.Hopper@example.com' },
  'names in lower case': {
    donor_first_name: 'bell',
    donor_last_name: 'van der berg',
    donor_city: 'den haag',
  },
  'long names': {
    donor_first_name: 'Maximiliana Wilhelmina Hieronyma',
    donor_last_name: 'Wolfeschlegelsteinhausenbergerdorff',
    donor_email: 'maximiliana.wolfeschlegel@example.com',
    donor_address_line_1: '1200 Saint Bartholomew Avenue, Suite 17',
    donor_address_line_2: 'Third floor, door on the left-hand side',
    donor_city: 'Saint-Remy-en-Bouzemont-Saint-Genest',
    donor_province: 'Saint Vincent and the Grenadines',
  },
  'digits alone': { donor_address_line_1: '0042', donor_address_line_2: '007' },
  'names in capitals': { donor_first_name: 'BELL', donor_last_name: 'MCDONALD', donor_city: 'ROMA' },
}
