/**
 * Deletes a database: its content at once, and the database itself when each tab has closed it. Tabs of the console do so
 * when they are told; nobody waits for one that the browser has frozen.
 */
export async function deleteDatabase(name: string): Promise<void> {
  const opening = indexedDB.open(name);
  const database = await ended(opening).then(() => opening.result);
  const stores = [...database.objectStoreNames];
  if (stores.length > 0) {
    const clearing = database.transaction(stores, "readwrite");
    for (const store of stores) clearing.objectStore(store).clear();
    await new Promise<void>((resolve, reject) => {
      clearing.oncomplete = () => resolve();
      clearing.onabort = () => reject(clearing.error);
    });
  }
  database.close();
  const deleting = indexedDB.deleteDatabase(name);
  await ended(deleting);
}

function ended(request: IDBOpenDBRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve();
    request.onblocked = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
