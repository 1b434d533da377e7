import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Permission } from '@muster/contract/permissions.ts'
import {
  type Icon,
  IconAddressBook,
  IconBriefcase,
  IconBuilding,
  IconChartBar,
  IconChartDots,
  IconFileImport,
  IconHeadset,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconPhoneCall,
  IconRobot,
  IconSettings,
  IconShieldCog,
  IconTimeline,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'

/** A screen of the navigation. */
export interface NavItem {
  to: NonNullable<LinkProps['to']>
  /** Rendered with `t(label)`. */
  label: MessageDescriptor
  icon: Icon
  permission?: Permission
}

/** The daily screens. The side navigation adds boards, whose link depends on the position. */
export const mainItems = [
  { to: '/dashboard', label: msg`Dashboard`, icon: IconLayoutDashboard, permission: 'reports:read' },
  { to: '/applications', label: msg`Applications`, icon: IconUsersGroup, permission: 'applications:read' },
  { to: '/positions', label: msg`Positions`, icon: IconBriefcase, permission: 'positions:read' },
  { to: '/candidates', label: msg`Candidates`, icon: IconAddressBook, permission: 'candidates:read' },
  { to: '/companies', label: msg`Companies`, icon: IconBuilding, permission: 'companies:read' },
  { to: '/agents', label: msg`Agents and calls`, icon: IconPhoneCall, permission: 'agents:read' },
  { to: '/call-queues', label: msg`Call queues`, icon: IconHeadset, permission: 'calls:write' },
  { to: '/voice-campaigns', label: msg`Voice campaigns`, icon: IconRobot, permission: 'voice-campaigns:run' },
  { to: '/analytics', label: msg`Analytics`, icon: IconChartBar, permission: 'reports:read' },
  { to: '/explore', label: msg`Explore`, icon: IconChartDots, permission: 'reports:read' },
  {
    to: '/report-dashboards',
    label: msg`Report dashboards`,
    icon: IconLayoutGrid,
    permission: 'reports:read',
  },
] as const satisfies NavItem[]

/** The screens for setup. */
export const setupItems = [
  { to: '/pipelines', label: msg`Pipelines`, icon: IconTimeline, permission: 'pipelines:read' },
  { to: '/imports', label: msg`Imports`, icon: IconFileImport, permission: 'applications:import' },
  { to: '/plans', label: msg`Plans`, icon: IconWallet, permission: 'plans:read' },
  { to: '/admin', label: msg`Installation`, icon: IconShieldCog, permission: 'platform:manage' },
  { to: '/settings', label: msg`Settings`, icon: IconSettings },
] as const satisfies NavItem[]
