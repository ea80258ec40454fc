import type { Requirement } from '../requirement.ts'

/** The UPDATE requirements: PUT and PATCH /v1/donations/{id}, except for the fields with their own family. */
export const update = [
  {
    id: 'UPDATE-1',
    level: 'MUST',
    title: 'A valid update by PATCH or by PUT succeeds with a JSON object that has the key data and no other',
    source: 'Donation (update response); Update a donation, responses',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-2',
    level: 'MUST',
    title:
      'The updated record has all eight documented fields as strings, and its id is that of the donation in the path',
    source: 'Donation (update response)',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-3',
    level: 'MUST',
    title:
      'A documented response field that an update sets is answered with the new value and has it still when the donation is read again',
    source: 'Donation (update request body); Donation (update response)',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-4',
    level: 'MUST',
    title:
      'Documented response fields that an update does not mention stay as they were, whatever else it sets',
    source: 'Donation (update request body); RFC 5789 §2',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-5',
    level: 'MUST',
    title:
      'PUT and PATCH of the same body are interchangeable: equal status, equal record, and PUT too keeps what the body does not mention',
    source: 'Update a donation, rule 4',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-6',
    level: 'MUST',
    title: 'The empty object is a valid update and leaves every documented response field as it was',
    source: 'Donation (update request body)',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-7',
    level: 'MUST',
    title:
      'An update whose body is missing, is not well-formed JSON or is JSON of another kind than object is rejected and leaves the donation as it was',
    source: 'Update a donation, body; RFC 8259 §2, §4',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-8',
    level: 'MUST',
    title: 'An update may set memo, donor_postal_code and donor_country, the latter to ad, ae, af, ag or ai',
    source: 'Donation (update request body)',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-9',
    level: 'SHOULD',
    title:
      'An update may set donor_country to any code that ISO 3166-1 alpha-2 assigns to a country, in lower case',
    source: 'Donation (update request body); ISO 3166-1',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-10',
    level: 'SHOULD',
    title: 'A donor_country in upper case, of three letters, or assigned to no country is rejected',
    source: 'Donation (update request body); ISO 3166-1',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-11',
    level: 'SHOULD',
    title: 'A donor_email that is not shaped as an email address is rejected',
    source: 'Donation (update request body); RFC 5321 §4.1.2',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-12',
    level: 'SHOULD',
    title: 'A field declared as string is rejected when it holds a number, a boolean, an array or an object',
    source: 'Donation (update request body); RFC 8259 §3',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-13',
    level: 'SHOULD',
    title:
      'An update is applied in full or not at all: one bad field keeps the good ones beside it from being stored',
    source: 'Update a donation; RFC 5789 §2',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-14',
    level: 'MUST',
    title: 'An update of a donation id that does not exist never succeeds',
    source: 'Update a donation, path parameter',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-15',
    level: 'SHOULD',
    title: 'An update reaches the donation in its path alone; all others stay as they were',
    source: 'Update a donation, path parameter',
    needs: ['login', 'two-donations'],
  },
  {
    id: 'UPDATE-16',
    level: 'SHOULD',
    title: 'The same update sent again is answered with the same record',
    source: 'Update a donation; RFC 9110 §9.2.2',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-17',
    level: 'SHOULD',
    title:
      'Names and addresses come back character for character in any script: accented, with apostrophes, non-Latin, right-to-left or with emoji',
    source: 'Donation (update request body); RFC 8259 §7, §8.1',
    needs: ['login', 'donation'],
  },
  {
    id: 'UPDATE-18',
    level: 'MAY',
    title:
      'How an update treats what the contract does not mention: unknown fields, null donor fields, empty, overlong, padded or control-character strings, other media types, repeated JSON keys, a path that lacks /v1',
    source: 'Donation (update request body); Update a donation; RFC 8259 §4',
    needs: ['login', 'donation'],
  },
] as const satisfies readonly Requirement[]
