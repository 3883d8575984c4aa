const inWords = new Intl.ListFormat('en')

/** What a search says of chains that did not answer in time; undefined if all did. */
export const silenceNotice = (titles: readonly string[] = []): string | undefined =>
  titles.length > 0
    ? `No answer in time from ${inWords.format(titles)}: what may be found there is missing. Try again later.`
    : undefined
