import { expect, test } from 'bun:test'
import { posix } from 'node:path'
import { importsOf } from './borders.ts'
import { codeOf, type SourceFile } from './tree.ts'

/** Our own modules that a file names, types included, as paths from the root. */
function ownImports({ path, text }: SourceFile): string[] {
  return importsOf(text).flatMap(name => {
    if (name.startsWith('#')) return [name.slice(1)]
    return name.startsWith('.') ? [posix.join(posix.dirname(path), name)] : []
  })
}

/** The files of one circle of imports, from one of them back to itself; null when there is none. */
function findCircle(files: readonly SourceFile[]): string[] | null {
  const imports = new Map(files.map(file => [file.path, ownImports(file)]))
  const done = new Set<string>()
  const trail: string[] = []

  function visit(path: string): string[] | null {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return null
    trail.push(path)
    for (const target of imports.get(path) ?? []) {
      const circle = visit(target)
      if (circle) return circle
    }
    trail.pop()
    done.add(path)
    return null
  }

  for (const { path } of files) {
    const circle = visit(path)
    if (circle) return circle
  }
  return null
}

test('no file imports itself by a detour, types included', () => {
  expect(findCircle(codeOf('site', 'api', 'shared', 'tests'))).toBeNull()
})

test('a planted circle is found', () => {
  const circle = findCircle([
    { path: 'shared/a.ts', text: "import type { B } from './b.ts'" },
    { path: 'shared/b.ts', text: "import { c } from '#shared/c.ts'" },
    { path: 'shared/c.ts', text: "import { a } from './a.ts'" }
  ])
  expect(circle).toEqual(['shared/a.ts', 'shared/b.ts', 'shared/c.ts', 'shared/a.ts'])
})
