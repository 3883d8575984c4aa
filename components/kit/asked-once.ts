import type { PagesOptions } from '#lib/api/client/query-options.ts'

/**
 * The pages of a list that the server searches nodes for, which takes seconds: a page that failed is reported at once, with a
 * button to try again, instead of being requested again behind placeholders.
 */
export const askedOnce =
  <Input, Page>(optionsOf: (input: Input) => PagesOptions<Page>) =>
  (input: Input): PagesOptions<Page> => ({ ...optionsOf(input), retry: false })
