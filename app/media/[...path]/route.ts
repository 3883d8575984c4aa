import { everyMethod } from '#lib/api/serve/every-method.ts'
import { systems } from '#lib/server/systems.ts'

export const dynamic = 'force-dynamic'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(async (request) =>
  (await systems()).handle(request),
)
