'use client'

import { Link } from '#components/ui/link.tsx'

/** A link to sign in that returns to the current page afterwards. */
export const SignInLink = ({ className }: { className?: string }) => (
  <Link
    href="/sign-in"
    className={className}
    onClick={({ currentTarget }) => {
      const { pathname, search } = location
      if (pathname !== '/sign-in' && pathname !== '/')
        currentTarget.href = `/sign-in?next=${encodeURIComponent(pathname + search)}`
    }}
  >
    Sign in
  </Link>
)
