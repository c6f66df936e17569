// The screen of bookmarks as the documentation of MUI tells: its components, its theme, imports that a build can shake.
import {
  AppBar,
  Box,
  Button,
  Card,
  CardActions,
  CardContent,
  Chip,
  Container,
  CssBaseline,
  createTheme,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Link,
  MenuItem,
  Snackbar,
  Stack,
  TextField,
  ThemeProvider,
  Toolbar,
  Typography,
} from "@mui/material";
import { StrictMode, useCallback, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const theme = createTheme({ colorSchemes: { light: true, dark: true } });
const date = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const SCREENS = ["Bookmarks", "Slides", "Books", "Prices", "Recommendations"];
const STATUSES = ["saving", "processing", "retrying", "done", "failed"];
/** As Magpie's search box waits. */
const PAUSE_MS = 300;

async function pageOf(q, status, from) {
  const answer = await fetch(`/bookmarks.json?${new URLSearchParams({ q, status, from })}`);
  if (!answer.ok) throw new Error(`The list was answered ${answer.status}.`);
  return answer.json();
}

function Item({ item, onEdit, onDone }) {
  return (
    <Card component="article" variant="outlined">
      <CardContent>
        <Typography variant="h6" component="h2" lang={item.language ?? ""}>
          <Link href={`#${item.id}`}>{item.title}</Link>
        </Typography>
        <Stack direction="row" spacing={1} sx={{ alignItems: "center" }}>
          <Chip label={item.status} color={item.status === "failed" ? "error" : "success"} size="small" />
          <Link href={item.url}>{new URL(item.url).hostname}</Link>
          <Typography variant="body2" component="time" dateTime={item.created_at}>
            {date.format(new Date(item.created_at))}
          </Typography>
        </Stack>
        <Typography variant="body2" lang={item.language ?? ""}>
          {item.summary}
        </Typography>
        {item.note && <Typography variant="body2">{item.note}</Typography>}
        <Stack direction="row" spacing={1}>
          {item.tags.map((tag) => (
            <Chip key={tag} label={tag} size="small" variant="outlined" />
          ))}
        </Stack>
      </CardContent>
      <CardActions>
        <Button size="small" onClick={() => onEdit(item)}>
          Edit
        </Button>
        <Button size="small" onClick={() => onDone(`Deleted: ${item.title}`)}>
          Delete
        </Button>
        <Button size="small" onClick={() => onDone(`It will be read again: ${item.title}`)}>
          Read again
        </Button>
      </CardActions>
    </Card>
  );
}

function EditDialog({ item, onClose }) {
  return (
    <Dialog open onClose={onClose}>
      <DialogTitle>Edit the bookmark</DialogTitle>
      <DialogContent>
        <TextField label="Title" defaultValue={item.title} fullWidth margin="dense" />
        <TextField label="Note" defaultValue={item.note ?? ""} fullWidth multiline margin="dense" />
        <TextField label="Tags" defaultValue={item.tags.join(", ")} fullWidth margin="dense" />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button onClick={onClose}>Save changes</Button>
      </DialogActions>
    </Dialog>
  );
}

function Bookmarks() {
  const [typed, setTyped] = useState("");
  const [q, setQ] = useState("");
  const [status, setStatus] = useState("");
  const [list, setList] = useState({ items: [], total: 0 });
  const [editing, setEditing] = useState(null);
  const [message, setMessage] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    let isOver = false;
    pageOf(q, status, 0).then(
      (page) => isOver || setList(page),
      (error) => setMessage(String(error)),
    );
    return () => {
      isOver = true;
    };
  }, [q, status]);
  const more = useCallback(() => {
    pageOf(q, status, list.items.length).then(
      ({ items, total }) => setList({ items: [...list.items, ...items], total }),
      (error) => setMessage(String(error)),
    );
  }, [q, status, list]);
  return (
    <>
      <AppBar position="static">
        <Toolbar component="nav">
          {SCREENS.map((screen) => (
            <Button key={screen} color="inherit" href={`#${screen}`}>
              {screen}
            </Button>
          ))}
        </Toolbar>
      </AppBar>
      <Container component="main">
        <Typography variant="h4" component="h1">
          Bookmarks
        </Typography>
        <Stack component="form" direction="row" spacing={1}>
          <TextField label="Address" type="url" fullWidth size="small" />
          <Button variant="contained" type="submit">
            Save
          </Button>
        </Stack>
        <Stack direction="row" spacing={1} sx={{ my: 2 }}>
          <TextField
            label="Search"
            type="search"
            size="small"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <TextField
            select
            label="Status"
            size="small"
            value={status}
            onChange={(event) => setStatus(event.target.value)}
            sx={{ minWidth: 140 }}
          >
            <MenuItem value="">Any status</MenuItem>
            {STATUSES.map((each) => (
              <MenuItem key={each} value={each}>
                {each}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
        <Typography role="status">
          {list.items.length} of {list.total} shown
        </Typography>
        <Stack spacing={1}>
          {list.items.map((item) => (
            <Item key={item.id} item={item} onEdit={setEditing} onDone={setMessage} />
          ))}
        </Stack>
        {list.items.length < list.total && (
          <Box sx={{ my: 2 }}>
            <Button onClick={more}>Show more</Button>
          </Box>
        )}
        {editing !== null && <EditDialog item={editing} onClose={() => setEditing(null)} />}
        <Snackbar open={message !== ""} message={message} autoHideDuration={5_000} onClose={() => setMessage("")} />
      </Container>
    </>
  );
}

createRoot(document.querySelector("#root")).render(
  <StrictMode>
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <Bookmarks />
    </ThemeProvider>
  </StrictMode>,
);
