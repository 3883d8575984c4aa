import type { Metadata } from 'next'

/** Pages that do not exist have no data formats and no preview image: clears what the layout sets. */
export const notFoundMetadata: Metadata = {
  title: 'Not found',
  robots: { index: false },
  alternates: null,
  openGraph: null,
  twitter: null,
}
