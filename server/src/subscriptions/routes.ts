import { receiveStripeEvent } from '../payments/receive-stripe-event.ts'
import { getBillingDetails, updateBillingDetails } from './billing-details.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { checkout } from './checkout.ts'
import { getActiveSubscription } from './get-active-subscription.ts'
import { openPortal } from './open-portal.ts'
import { previewChange } from './preview-change.ts'
import { resumeSubscription } from './resume-subscription.ts'
import { withdrawCheckout } from './withdraw-checkout.ts'

export const subscriptionRoutes = [
  getActiveSubscription,
  previewChange,
  checkout,
  withdrawCheckout,
  cancelSubscription,
  resumeSubscription,
  openPortal,
  getBillingDetails,
  updateBillingDetails,
  receiveStripeEvent,
]
