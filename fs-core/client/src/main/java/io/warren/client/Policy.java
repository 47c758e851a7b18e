package io.warren.client;

/** Which namenode a client's next call goes to (HopsFS, FAST'17 §3). */
enum Policy {
  /** Any one, for each call. */
  RANDOM,
  /** Each in turn, from a random one on. */
  ROUND_ROBIN,
  /** One that was chosen at random, until it fails. */
  STICKY
}
