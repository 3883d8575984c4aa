import { text } from '#lib/api/record.ts'

/** The logo of a token. */
export const logoField = () =>
  text()
    .nullable()
    .describe(
      'The path of its logo on this server, for well-known tokens; null for others. A hosted service sends a URL.',
    )
