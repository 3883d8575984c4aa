export { default } from '../page.tsx'

/** Live data, as the page that it repeats. */
export const dynamic = 'force-dynamic'
