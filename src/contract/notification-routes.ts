/** The operations on alerts and notifications. Part of the table in routes.ts. */
import { alertBody, alertChange, alertParams } from './alerts.ts'
import {
  deliveryBody,
  notificationParams,
  notificationSettingsBody,
  notificationsQuery,
  readBody,
  repostBody,
} from './notifications.ts'
import { alert, alertList } from './records/alerts.ts'
import {
  deliveryAnswer,
  notificationList,
  notificationSettings,
  repostQuotes,
  testAnswer,
  unreadAnswer,
} from './records/notifications.ts'
import { repostResult } from './records/orders.ts'
import { own, read, trade } from './route.ts'
import { empty } from './session.ts'
import { pagesQuery } from './values.ts'

export const notificationRoutes = {
  listAlerts: read('All alerts, newest first, and how many there may be', {
    query: pagesQuery,
    answer: alertList,
  }),
  createAlert: own('Set an alert; what holds already does not fire', { body: alertBody, answer: alert }),
  changeAlert: own('Pause, resume or change an alert', {
    params: alertParams,
    body: alertChange,
    answer: alert,
  }),
  deleteAlert: own('Remove an alert; it stays when the disk refuses', { params: alertParams }),
  listNotifications: read('Notifications of 30 days, newest first', {
    query: notificationsQuery,
    answer: notificationList,
  }),
  readNotifications: own('Mark as read, for every page', { body: readBody, answer: unreadAnswer }),
  testNotification: own('Send a test message to chat, regardless of the routing rules; one per 10 s', {
    body: empty,
    answer: testAnswer,
  }),
  reportDelivery: own('A page claims a delivery, or reports why it cannot; only the first claim counts', {
    params: notificationParams,
    body: deliveryBody,
    answer: deliveryAnswer,
  }),
  quoteRepost: read("The orders that a game's start cancelled, at today's prices; sends nothing", {
    params: notificationParams,
    answer: repostQuotes,
  }),
  repostOrders: trade('Place cancelled orders again, post-only, each with a client_order_id of its own', {
    params: notificationParams,
    body: repostBody,
    answer: repostResult,
  }),
  readNotificationSettings: read('Notification rules', { answer: notificationSettings }),
  writeNotificationSettings: own('Change notification rules', {
    body: notificationSettingsBody,
    answer: notificationSettings,
  }),
} as const
