import ts from 'typescript-classic'

/** `bun tests/kit/generate-client.ts <document> <folder>`: writes a client of an OpenAPI document as others would. */
if (import.meta.main) {
  const [input = '', output = ''] = process.argv.slice(2)
  // The generator asks for the compiler as a library, which the native one is not.
  Bun.plugin({
    name: 'classic-compiler',
    setup(build) {
      build.module('typescript', () => ({ exports: { ...ts, default: ts }, loader: 'object' }))
    }
  })
  const { createClient } = await import('@hey-api/openapi-ts')
  const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'] as const
  await createClient({ input, output, plugins: [...plugins], logs: { level: 'warn' } })
}
