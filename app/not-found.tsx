import { notFoundMetadata } from '#components/kit/not-found-metadata.ts'

export { NoSuchPage as default } from '#components/kit/page-not-found.tsx'

/** Next.js adds `noindex` itself where no route matches. */
export const metadata = { ...notFoundMetadata, robots: null }
