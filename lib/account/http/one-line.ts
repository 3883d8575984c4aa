import * as z from 'zod'

/** User text: one line of at most `max` characters, without invisible or direction-changing characters. */
export const oneLine = (max: number): z.ZodType<string> =>
  z
    .string('must be text')
    .transform((text) => text.trim().normalize('NFC'))
    .refine((text) => text !== '' && [...text].length <= max, `must have 1 to ${max} characters`)
    .refine(
      (text) => !/[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u.test(text),
      {
        error: 'must be one line without invisible characters',
      },
    )
