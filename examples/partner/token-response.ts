import { z } from 'zod'

/** What is used of a token response. */
export const tokenResponseSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive(),
  ig_organizations: z.array(z.object({ id: z.string().min(1), name: z.string() })).default([]),
})
/** A token response; `expires_in` is in seconds. */
export type TokenResponse = z.output<typeof tokenResponseSchema>
