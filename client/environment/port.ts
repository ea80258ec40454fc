import { z } from 'zod'

/** A port that a key names. */
export const port = z
  .string()
  .refine(
    (value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535,
    'must be a port',
  )
  .transform(Number)
