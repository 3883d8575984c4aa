/** The parameters of a route by name, decoded. Next passes them as they are in the URL. */
export const pathParameters = async (params: Promise<Record<string, string>>): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries(await params).map(([name, segment]) => [name, decodeURIComponent(segment)]))
