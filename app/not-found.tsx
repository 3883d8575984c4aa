import { notFoundMetadata } from '#components/kit/define-page.tsx'

export { NoSuchPage as default } from '#components/kit/define-frame.tsx'

/** Next.js adds `noindex` itself where no route matches. */
export const metadata = { ...notFoundMetadata, robots: null }
