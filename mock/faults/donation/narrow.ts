import type { AdvisorField, UpdateField } from '../../../contract/fields.ts'
import { Rejected } from '../../api/rejected.ts'
import type { HttpRequest } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update, UpdateBody } from '../../policies/requested-update.ts'
import { isObject } from '../../policies/rules.ts'
import { alsoRefusing, complaint } from './rules.ts'
import { ruling, storing } from './stored.ts'

/** The fields of an update that hold text and are stored as they are. */
type TextField = Exclude<UpdateField, 'quantity' | 'advisor' | 'designation_id'>

/** Changes one text field of an update before it is stored. */
export function altering(field: TextField, change: (text: string, update: Update) => string): PolicyChange {
  return storing((update) => {
    const value = update.body[field]
    return typeof value === 'string' ? { [field]: change(value, update) } : {}
  })
}

/** Changes one text of an advisor before they are linked. */
export function alteringAdvisor(field: AdvisorField, change: (text: string) => string): PolicyChange {
  return linkingOtherwise((advisor) => {
    const value = advisor[field]
    return typeof value === 'string' ? { ...advisor, [field]: change(value) } : advisor
  })
}

/** Links another advisor than the one that was sent; `other` gets the advisor as sent. */
export function linkingOtherwise(other: (advisor: UpdateBody, update: Update) => UpdateBody): PolicyChange {
  return replace('update', ({ advisorAfter }) => ({
    advisorAfter(update) {
      const { body } = update
      if (!isObject(body.advisor)) return advisorAfter(update)
      return advisorAfter({ ...update, body: { ...body, advisor: other(body.advisor, update) } })
    },
  }))
}

/** Refuses some texts in one field. */
export function refusing(field: TextField, refuses: (text: string, update: Update) => boolean): PolicyChange {
  return ruling(
    field,
    alsoRefusing((value, update) =>
      complaint(typeof value === 'string' && refuses(value, update), 'is not acceptable'),
    ),
  )
}

/** Takes some values of one field that are refused otherwise. */
export function accepting(
  field: UpdateField,
  accepts: (value: unknown, update: Update) => boolean,
): PolicyChange {
  return ruling(
    field,
    (inForce) => (value, update) => (accepts(value, update) ? undefined : inForce(value, update)),
  )
}

/** Opens the gate for some fields. */
export function opening(isOpen: (field: string, update: Update) => boolean): PolicyChange {
  return replace('update', ({ forbiddenFields }) => ({
    forbiddenFields: (update) => forbiddenFields(update).filter((field) => !isOpen(field, update)),
  }))
}

/** Reads a body that is no JSON as another text that is. `repair` gets the text and returns what is parsed instead. */
export function repairing(repair: (text: string, request: HttpRequest) => string | undefined): PolicyChange {
  return replace('update', ({ parseBody }) => ({
    parseBody(request) {
      try {
        return parseBody(request)
      } catch (error) {
        const text = repair(new TextDecoder().decode(request.body), request)
        if (text === undefined || !(error instanceof Rejected)) throw error
        return parseBody({ ...request, body: new TextEncoder().encode(text) })
      }
    },
  }))
}

/** Fails with a 500 where an update would be stored. */
export function failing(when: (update: Update) => boolean): PolicyChange {
  return replace('update', ({ mergeFields }) => ({
    mergeFields(update) {
      if (when(update)) throw new Error('The database refused a value.')
      return mergeFields(update)
    },
  }))
}

/** What a fault remembers by a key, in each store by itself: a mock has its own. */
export function memory<Kept>(): (store: object) => Map<string, Kept> {
  const kept = new WeakMap<object, Map<string, Kept>>()
  return (store) => {
    const known = kept.get(store) ?? new Map<string, Kept>()
    kept.set(store, known)
    return known
  }
}

/** Whether it came by PUT. */
export function isPut({ request }: Update): boolean {
  return request.method === 'PUT'
}

/** Whether this field is all that an update was refused for. */
export function isOnlyBad({ complaints }: Rejected, field: string): boolean {
  return complaints.length === 1 && complaints[0]?.field === field
}
