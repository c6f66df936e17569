@rem "npm start" begins with exec, by which a POSIX shell becomes the program, so that signals to npm reach it.
@rem The shell of Windows has no such command, finds this one, and runs the rest of the line.
@%*
