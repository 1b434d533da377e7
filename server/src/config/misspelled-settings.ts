import { closestName } from '../closest-name.ts'

const prefix = 'MUSTER_'

/** Returns the setting that a variable is most likely a misspelling, or the beginning, of. */
function closest(variable: string, settings: readonly string[]): string | undefined {
  const name = variable.slice(prefix.length)
  const names = settings.map((setting) => setting.slice(prefix.length))
  const found = names.find((each) => each.startsWith(`${name}_`)) ?? closestName(name, names, 4)
  return found && prefix + found
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
