import { explanatory, free, type Section } from './sentence.ts'

/** A donation: what an update may hold, what comes back, and its status. */
export const donations = [
  {
    title: 'Donation (update request body)',
    sentences: [
      {
        says: 'The body of an update is an UpdateDonationRequest, sent as application/json',
        tested: ['UPDATE-3', 'UPDATE-7', 'UPDATE-18', 'PARTNER-14'],
      },
      { says: 'No field is required', tested: ['UPDATE-4', 'UPDATE-6', 'UPDATE-18'] },
      {
        says: 'An update is partial: it touches what it names',
        tested: ['UPDATE-4', 'UPDATE-6', 'ADVISOR-4'],
      },
      {
        says: 'donor_first_name is a string',
        tested: ['UPDATE-3', 'UPDATE-12', 'UPDATE-17', 'UPDATE-18', 'PARTNER-14'],
      },
      {
        says: 'donor_last_name is a string',
        tested: ['UPDATE-3', 'UPDATE-12', 'UPDATE-17', 'PARTNER-14'],
      },
      {
        says: 'donor_email is a string in the format of an email address',
        tested: ['UPDATE-3', 'UPDATE-11', 'UPDATE-12', 'PARTNER-14'],
      },
      {
        says: 'donor_address_line_1 is a string',
        tested: ['UPDATE-3', 'UPDATE-12', 'UPDATE-17', 'PARTNER-14'],
      },
      {
        says: 'donor_address_line_2 is a string',
        tested: ['UPDATE-3', 'UPDATE-12', 'UPDATE-17', 'PARTNER-14'],
      },
      {
        says: 'donor_city is a string',
        tested: ['UPDATE-3', 'UPDATE-12', 'UPDATE-17', 'UPDATE-18', 'PARTNER-14'],
      },
      {
        says: 'donor_province is a string',
        tested: ['UPDATE-3', 'UPDATE-12', 'UPDATE-17', 'PARTNER-14'],
      },
      { says: 'donor_postal_code is a string', tested: ['UPDATE-8', 'UPDATE-12', 'PARTNER-14'] },
      {
        says: 'donor_country is one of the two-letter codes of ISO 3166-1, in lower case, among them ad, ae, af, ag and ai',
        tested: ['UPDATE-8', 'UPDATE-9', 'UPDATE-10', 'UPDATE-12', 'PARTNER-14'],
      },
      {
        says: "designation_id is null, or a string: the UUID of one of the designations of the donation's campaign",
        tested: ['DESIGNATION-1', 'DESIGNATION-4', 'PARTNER-14'],
      },
      {
        says: 'null as designation_id removes the designation, and so does an update that leaves designation_id out',
        tested: ['DESIGNATION-5', 'DESIGNATION-6', 'PARTNER-16'],
      },
      {
        says: 'memo is a string that an update may hold',
        tested: ['UPDATE-8', 'UPDATE-12', 'PARTNER-14'],
      },
      {
        says: 'quantity is a number; integers are in use',
        tested: ['PLEDGED-5', 'PLEDGED-6', 'PARTNER-14'],
      },
      {
        says: 'quantity is allowed while the status of the donation is pledged, and in no other',
        tested: ['PLEDGED-1', 'PLEDGED-2', 'PLEDGED-3', 'PLEDGED-4', 'PARTNER-15'],
      },
      { says: 'identifier is a string', tested: ['PLEDGED-5', 'PLEDGED-6', 'PARTNER-14'] },
      {
        says: 'identifier is allowed while the status of the donation is pledged, and in no other',
        tested: ['PLEDGED-1', 'PLEDGED-2', 'PLEDGED-3', 'PLEDGED-4', 'PARTNER-15'],
      },
      { says: 'source is a string', tested: ['PLEDGED-5', 'PLEDGED-6', 'PARTNER-14'] },
      {
        says: 'source is allowed while the status of the donation is pledged, and in no other',
        tested: ['PLEDGED-1', 'PLEDGED-2', 'PLEDGED-3', 'PLEDGED-4', 'PARTNER-15'],
      },
      { says: 'advisor is an object or null', tested: ['ADVISOR-1', 'ADVISOR-6', 'PARTNER-14'] },
      {
        says: 'An object as advisor links an advisor that exists, or makes one',
        tested: ['ADVISOR-1', 'ADVISOR-7'],
      },
      { says: 'null as advisor removes the link', tested: ['ADVISOR-3'] },
    ],
  },
  {
    title: 'Advisor object',
    sentences: [
      {
        says: 'email is a string, and there in every advisor that is an object',
        tested: ['ADVISOR-1', 'ADVISOR-2', 'ADVISOR-5', 'PARTNER-14'],
      },
      { says: 'first_name is a string', tested: ['ADVISOR-1', 'ADVISOR-5', 'PARTNER-14'] },
      { says: 'middle_name is a string', tested: ['ADVISOR-1', 'ADVISOR-5', 'PARTNER-14'] },
      { says: 'last_name is a string', tested: ['ADVISOR-1', 'ADVISOR-5', 'PARTNER-14'] },
      { says: 'title is a string', tested: ['ADVISOR-1', 'ADVISOR-5', 'PARTNER-14'] },
      { says: 'bio is a string', tested: ['ADVISOR-1', 'ADVISOR-5', 'PARTNER-14'] },
      { says: 'sec_url is a string', tested: ['ADVISOR-1', 'ADVISOR-5', 'PARTNER-14'] },
      { says: 'firm_name is a string', tested: ['ADVISOR-1', 'ADVISOR-5', 'PARTNER-14'] },
    ],
  },
  {
    title: 'Donation (update response)',
    sentences: [
      {
        says: 'The answer to an update is a JSON object with data as its only key, and the donation is in it',
        tested: ['UPDATE-1'],
      },
      {
        says: 'The donation has an id, which is a string',
        tested: ['UPDATE-2'],
      },
      {
        says: 'It has donor_first_name, donor_last_name, donor_email, donor_address_line_1, donor_address_line_2, donor_city and donor_province, each a string',
        tested: ['UPDATE-2', 'UPDATE-3'],
      },
      {
        says: 'The countries beside the five that are listed are left out',
        tested: ['UPDATE-9', 'UPDATE-10'],
      },
      {
        says: 'The fields of a returned donation after donor_province are left out',
        tested: ['UPDATE-18'],
        untested: free(
          'where a service shows more, what an update did to it is judged by the fields it sent',
        ),
      },
      {
        says: 'What an organization has beside id and name is left out',
        tested: ['ORG-6'],
        untested: free('more fields are legal'),
      },
    ],
  },
  {
    title: 'States and transitions',
    sentences: [
      { says: 'Every donation has a status', untested: explanatory('no field that is specified shows it') },
      {
        says: 'One status has a name, pledged, and decides whether quantity, identifier and source may be updated',
        tested: ['PLEDGED-1', 'PLEDGED-2', 'PLEDGED-3', 'PLEDGED-4', 'PARTNER-15'],
      },
      {
        says: 'Which statuses there are beside it, and how one becomes another, is left out',
        untested: free('any statuses and transitions are legal'),
      },
    ],
  },
] as const satisfies readonly Section[]
