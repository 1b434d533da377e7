import { distance } from 'fastest-levenshtein'

const prefix = 'MUSTER_'

/** Returns the setting that a variable is most likely a misspelling of. */
function closest(name: string, settings: readonly string[]): string | undefined {
  const bare = name.slice(prefix.length)
  return settings
    .map((setting) => ({ setting, other: setting.slice(prefix.length) }))
    .map(({ setting, other }) => ({ setting, other, mistakes: distance(bare, other) }))
    .filter(({ other, mistakes }) => other.startsWith(`${bare}_`) || mistakes <= Math.floor(other.length / 4))
    .sort((a, b) => a.mistakes - b.mistakes)[0]?.setting
}

/**
 * Returns a line for each variable that looks like a misspelled setting. Other variables with the prefix are left alone:
 * Kubernetes adds some for a service of the same name.
 */
export function findMisspelled(env: NodeJS.ProcessEnv, read: ReadonlySet<string>): string[] {
  const settings = [...read].filter((name) => name.startsWith(prefix))
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith(prefix) || read.has(name.replace(/_FILE$/, ''))) return []
    const setting = closest(name, settings)
    return setting ? [`${name} is not a setting and is ignored. Did you mean ${setting}?`] : []
  })
}

/** Returns the environment, which adds the name of each variable that is read to `read`. */
export function noteReads(env: NodeJS.ProcessEnv, read: Set<string>): NodeJS.ProcessEnv {
  return new Proxy(env, {
    get(variables, name) {
      read.add(String(name))
      return variables[String(name)]
    },
  })
}
