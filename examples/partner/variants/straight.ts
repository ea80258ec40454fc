import { type PolicyChange, replace } from '../policies/replace.ts'
import { readSettings } from '../settings.ts'

/** Answers who has to connect by the address of the authorization endpoint, without a page of the application before it. */
export const straightToService =
  (change: (address: URL) => void = () => undefined): PolicyChange =>
  (policies) =>
    replace('pages', ({ updated }) => ({
      updated(c, outcome) {
        if (outcome.status !== 401) return updated(c, outcome)
        const settings = readSettings(process.env)
        const { customer } = c.var
        customer.state = policies.flows.newState(customer)
        const address = new URL(`${settings.authUrl}/oauth2/authorize`)
        address.search = new URLSearchParams({
          response_type: 'code',
          client_id: settings.clientId,
          ...policies.flows.authorizationParameters(settings, customer.state),
        }).toString()
        change(address)
        return c.redirect(address.href, 303)
      },
    }))(policies)
