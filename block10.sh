for BUCKET in $(aws s3api list-buckets --output text \
  --query "Buckets[?starts_with(Name, '$STAGE-magpie-content-') || starts_with(Name, '$STAGE-magpie-site-')].Name"); do
  case $BUCKET in *-site-*) PREFIX=i/ ;; *) PREFIX= ;; esac
  aws s3api list-object-versions --bucket $BUCKET --prefix "$PREFIX" \
    --query "DeleteMarkers[?IsLatest && LastModified>='$WHEN'].{Key:Key,VersionId:VersionId}" --output json |
    jq -c 'range(0; length; 1000) as $at | {Objects: .[$at:$at + 1000], Quiet: true}' |
    while read -r BATCH; do
      printf '%s' "$BATCH" > markers.json
      aws s3api delete-objects --bucket $BUCKET --delete file://markers.json
    done
done
rm -f markers.json
