import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { mainItems, type NavItem, setupItems } from './nav-items.ts'

/** What the commands box offers before anything is typed: things to start, and the screens. */
export const commands: NavItem[] = [
  { to: '/applications/create', label: 'Add application', icon: IconPlus, permission: 'applications:write' },
  { to: '/positions/create', label: 'Open a position', icon: IconPlus, permission: 'positions:write' },
  {
    to: '/imports/new',
    label: 'Import applications',
    icon: IconFileImport,
    permission: 'applications:import',
  },
  ...mainItems,
  ...setupItems,
]
