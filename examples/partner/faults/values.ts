import { isInvalidToken } from '../policies/calls.ts'
import { replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'
import { changeApiRequests } from './requests.ts'

/** Takes a number for one text field, and checks everything else. */
const numbersFor = (field: string) =>
  replace('updates', ({ check }) => ({
    check({ [field]: value, ...others }) {
      if (typeof value !== 'number')
        return check(value === undefined ? others : { ...others, [field]: value })
      return Object.assign({}, check(others), { [field]: value })
    },
  }))

export const valueFaults: readonly Fault[] = [
  {
    id: 'partner-14-postal-code-as-number',
    requirement: 'PARTNER-14',
    description: 'A postal code that is given as a number is passed on.',
    apply: numbersFor('donor_postal_code'),
  },
  {
    id: 'partner-14-province-as-number',
    requirement: 'PARTNER-14',
    description: 'A province that is given by its number is passed on.',
    apply: numbersFor('donor_province'),
  },
  {
    id: 'partner-14-uk',
    requirement: 'PARTNER-14',
    description: 'The United Kingdom is sent as uk.',
    apply: changeApiRequests((request) => {
      request.body = request.body.replace('"donor_country":"gb"', '"donor_country":"uk"')
    }),
  },
  {
    id: 'partner-14-zero-left-out',
    requirement: 'PARTNER-14',
    description: 'A quantity of 0 is taken for none, and left out though the update is reported as saved.',
    apply: changeApiRequests((request) => {
      const { quantity, ...others } = JSON.parse(request.body)
      if (quantity === 0) request.body = JSON.stringify(others)
    }),
  },
  {
    id: 'partner-14-plain-text-after-refusal',
    requirement: 'PARTNER-14',
    description: 'A call that is repeated after a refusal has lost its content type.',
    apply: replace('wire', ({ api }) => {
      let refused = false
      return {
        async api(url, init) {
          const headers = new Headers(init.headers)
          if (refused) headers.set('content-type', 'text/plain;charset=UTF-8')
          const response = await api(url, { ...init, headers })
          refused = await isInvalidToken(response)
          return response
        },
      }
    }),
  },
]
