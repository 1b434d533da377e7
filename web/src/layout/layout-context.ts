import { createContext, useContext } from 'react'

interface Layout {
  /** Opens the navigation where it is folded away, on narrow screens. */
  openNav: () => void
  /** Opens the search and commands box. */
  openCommands: () => void
  /** Loads the box, when one is about to open it. */
  prepareCommands: () => void
}

export const LayoutContext = createContext<Layout>({
  openNav: () => {},
  openCommands: () => {},
  prepareCommands: () => {},
})

export function useLayout(): Layout {
  return useContext(LayoutContext)
}
