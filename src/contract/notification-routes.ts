/** The operations on alerts and notifications. Part of the table in routes.ts. */
import { alert, alertBody, alertChange, alertList, alertParams } from './alerts.ts'
import {
  deliveryAnswer,
  deliveryBody,
  notificationList,
  notificationParams,
  notificationSettings,
  notificationSettingsBody,
  notificationsQuery,
  readBody,
  repostBody,
  repostQuotes,
  testAnswer,
  unreadAnswer,
} from './notifications.ts'
import { repostResult } from './records/orders.ts'
import { PATHS } from './paths.ts'
import { empty } from './session.ts'
import { pagesQuery } from './values.ts'

export const notificationRoutes = {
  listAlerts: {
    ...PATHS.listAlerts,
    auth: 'session',
    scope: 'read',
    summary: 'All alerts, newest first, and how many there may be',
    query: pagesQuery,
    answer: alertList,
  },
  createAlert: {
    ...PATHS.createAlert,
    auth: 'session',
    summary: 'Set an alert; what holds already does not fire',
    body: alertBody,
    answer: alert,
  },
  changeAlert: {
    ...PATHS.changeAlert,
    auth: 'session',
    summary: 'Pause, resume or change an alert',
    params: alertParams,
    body: alertChange,
    answer: alert,
  },
  deleteAlert: {
    ...PATHS.deleteAlert,
    auth: 'session',
    summary: 'Remove an alert; it stays when the disk refuses',
    params: alertParams,
  },
  listNotifications: {
    ...PATHS.listNotifications,
    auth: 'session',
    scope: 'read',
    summary: 'Notifications of 30 days, newest first',
    query: notificationsQuery,
    answer: notificationList,
  },
  readNotifications: {
    ...PATHS.readNotifications,
    auth: 'session',
    summary: 'Mark as read, for every page',
    body: readBody,
    answer: unreadAnswer,
  },
  testNotification: {
    ...PATHS.testNotification,
    auth: 'session',
    summary: 'Send a test message to chat, regardless of the routing rules; one per 10 s',
    body: empty,
    answer: testAnswer,
  },
  reportDelivery: {
    ...PATHS.reportDelivery,
    auth: 'session',
    summary: 'A page claims a delivery, or reports why it cannot; only the first claim counts',
    params: notificationParams,
    body: deliveryBody,
    answer: deliveryAnswer,
  },
  quoteRepost: {
    ...PATHS.quoteRepost,
    auth: 'session',
    scope: 'read',
    summary: "The orders that a game's start cancelled, at today's prices; sends nothing",
    params: notificationParams,
    answer: repostQuotes,
  },
  repostOrders: {
    ...PATHS.repostOrders,
    auth: 'session',
    scope: 'trade',
    summary: 'Place cancelled orders again, post-only, each with a client_order_id of its own',
    params: notificationParams,
    body: repostBody,
    answer: repostResult,
  },
  readNotificationSettings: {
    ...PATHS.readNotificationSettings,
    auth: 'session',
    scope: 'read',
    summary: 'Notification rules',
    answer: notificationSettings,
  },
  writeNotificationSettings: {
    ...PATHS.writeNotificationSettings,
    auth: 'session',
    summary: 'Change notification rules',
    body: notificationSettingsBody,
    answer: notificationSettings,
  },
} as const
