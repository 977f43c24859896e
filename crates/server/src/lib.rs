//! HTTP, WebSocket, storage and seats. Knows no rules: it only calls `engine`.

pub mod protocol;
