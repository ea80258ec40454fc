import type { PartnerRequirementId } from './families.ts'

/** What goes wrong for the partner's customers where a requirement of the partner's side is broken, in one sentence. */
const stakes: Readonly<Record<PartnerRequirementId, string>> = {
  'PARTNER-1': 'the service shows the user an error page, and nobody can connect',
  'PARTNER-2': 'an attacker who can tell the state completes the flow in the name of somebody else',
  'PARTNER-3':
    "an attacker sends a customer a link with the attacker's own code: the customer then works in the attacker's account",
  'PARTNER-4':
    'the service refuses the exchange, or the secret ends up in the logs of every proxy on the way',
  'PARTNER-5':
    'a code that is sent twice looks stolen: the service may revoke the tokens that the first exchange gave',
  'PARTNER-6':
    'where refresh tokens rotate, the customer is cut off at the next refresh and has to connect again',
  'PARTNER-7':
    'nothing works any more for the customer, and nobody tells them that connecting again would help',
  'PARTNER-8':
    'a token may be revoked at any time: updates are lost, or the service is flooded with repetitions',
  'PARTNER-9': 'each expiry costs a refused call, and updates of customers fail where that is not expected',
  'PARTNER-10': 'each update costs a token request more, until the service limits the rate',
  'PARTNER-11': 'URLs are written to logs and histories: whoever reads them acts for the customer',
  'PARTNER-12': "donations are changed in the name of an organization that the user didn't mean",
  'PARTNER-13': 'whoever has the secret or the refresh token acts for the customer for as long as it lives',
  'PARTNER-14': "the service refuses the update, and the customer's change is lost",
  'PARTNER-15': 'the service refuses the whole update, with the valid fields in it',
  'PARTNER-16': 'the donation loses its designation, and nobody notices',
  'PARTNER-17': 'tests change live donations, or live credentials lie around where software is developed',
  'PARTNER-18':
    'the second refresh looks like theft: the service revokes the connection, and the customer has to connect again',
}

/** Why the requirement with this id matters to a partner; undefined for those of the service's side. */
export function stakesOf(id: string): string | undefined {
  return Object.entries(stakes).find(([one]) => one === id)?.[1]
}
