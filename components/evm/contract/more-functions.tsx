/** How many functions a page leaves out. */
export const MoreFunctions = ({ count }: { count: number }) =>
  count > 0 && (
    <p className="border-line border-t px-4 py-2.5 text-muted text-sm">{count} more functions are in the API.</p>
  )
