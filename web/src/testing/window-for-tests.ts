/** Behaves like the storage of a browser, whose keys are its own properties. */
function memoryStorage() {
  const storage: Record<string, string> = Object.create({
    getItem: (key: string) => (Object.hasOwn(storage, key) ? storage[key] : null),
    setItem: (key: string, value: string) => {
      storage[key] = String(value)
    },
    removeItem: (key: string) => {
      delete storage[key]
    },
    clear: () => {
      for (const key of Object.keys(storage)) delete storage[key]
    },
  })
  return storage
}

// Modules that tests in Node load listen to the window and read what the browser has stored. Files that follow one another
// share their modules, so they share these too.
if (!('window' in globalThis))
  for (const [name, value] of Object.entries({
    window: new EventTarget(),
    localStorage: memoryStorage(),
    sessionStorage: memoryStorage(),
  }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

// The next file finds nobody signed in.
localStorage.clear()
sessionStorage.clear()
