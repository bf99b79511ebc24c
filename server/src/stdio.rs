//! The server over two streams, which is how editors start it.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

use lsp_server::{Connection, Message};
use lsp_types::notification::{Exit, Notification};

use super::environment::Environment;
use super::frame_reader::{message_of, read_frame};
use super::locked;
use super::server::Ended;
use super::threads::serve;

/// Serves a client that writes its messages to `input` and reads the messages of the server from
/// `output`.
///
/// A body that is not a valid message is answered with an error, and the next message is read.
///
/// # Errors
/// Returns an error if a header is malformed ([`io::ErrorKind::InvalidData`]), because nothing
/// after it can be understood, or if the output cannot be written after the client has shut the
/// server down.
pub fn serve_frames(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    environment: Arc<dyn Environment>,
) -> io::Result<Ended> {
    // Two threads connect the streams with the client's end of a connection in memory.
    let (client, server) = Connection::memory();
    let Connection { sender, receiver } = client;
    let output = Arc::new(Mutex::new(output));
    let output_of_writer = Arc::clone(&output);
    let writer = thread::spawn(move || {
        receiver
            .into_iter()
            .try_for_each(|message| write_message(&output_of_writer, &message))
    });
    let read_error: Arc<OnceLock<io::Error>> = Arc::new(OnceLock::new());
    let error_of_reader = Arc::clone(&read_error);
    thread::spawn(move || {
        let hand_on = |message| sender.send(message).is_ok();
        if let Err(error) = read(input, &output, hand_on) {
            let _ = error_of_reader.set(error);
        }
    });

    let ended = serve(&server, environment);
    // The writer ends when there can be no more messages.
    drop(server);
    match ended {
        Ended::Well => writer.join().unwrap_or(Ok(())).map(|()| ended),
        // The client has disconnected, so writing to it may fail.
        Ended::Abruptly => match read_error.get() {
            None => Ok(ended),
            Some(error) => Err(io::Error::new(error.kind(), error.to_string())),
        },
    }
}

/// Reads messages and passes them to `hand_on` until the last one.
fn read(
    mut input: impl BufRead,
    output: &Mutex<impl Write>,
    hand_on: impl Fn(Message) -> bool,
) -> io::Result<()> {
    while let Some(body) = read_frame(&mut input)? {
        match message_of(&body) {
            Ok(message) => {
                let is_last =
                    matches!(&message, Message::Notification(last) if last.method == Exit::METHOD);
                if !hand_on(message) || is_last {
                    break;
                }
            }
            Err(answer) => {
                if let Some(answer) = answer {
                    write_body(output, answer.to_string().as_bytes())?;
                }
            }
        }
    }
    Ok(())
}

fn write_message(output: &Mutex<impl Write>, message: &Message) -> io::Result<()> {
    let mut frame = Vec::new();
    message.write(&mut frame)?;
    write_frame(output, &frame)
}

fn write_body(output: &Mutex<impl Write>, body: &[u8]) -> io::Result<()> {
    let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    frame.extend_from_slice(body);
    write_frame(output, &frame)
}

/// Writes a frame in one piece, so that frames of two threads are not interleaved.
fn write_frame(output: &Mutex<impl Write>, frame: &[u8]) -> io::Result<()> {
    let mut output = locked(output);
    output.write_all(frame)?;
    output.flush()
}
