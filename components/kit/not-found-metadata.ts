import type { Metadata } from 'next'

/** A page that does not exist has no other forms and no image: what the layout says of its address is left out. */
export const notFoundMetadata: Metadata = { title: 'Not found', alternates: null, openGraph: null, twitter: null }
