import { currentSite } from '#lib/site/site.ts'

/** Titles below one layout: its first page has the subject's name, every other page says before it what it shows of the subject. */
export const pageTitles = (subject: string): { default: string; template: string } => ({
  default: subject,
  template: `%s · ${subject} · ${currentSite().name}`,
})
